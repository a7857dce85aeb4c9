import chromium from '@sparticuz/chromium';

/** Runs as a thread: unpacks the browser, its fonts and libraries into the thread's folder for temporary files. */
await chromium.executablePath();
