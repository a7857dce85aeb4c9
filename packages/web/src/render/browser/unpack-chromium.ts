import chromium from '@sparticuz/chromium';

// Runs as a thread: unpacks the browser, its fonts and libraries into the folder for temporary files (TMPDIR).
await chromium.executablePath();
