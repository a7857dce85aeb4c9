/** The formats that can be read, for messages to users. */
export const readableFormats =
  'PDF, DOCX, DOC, PPTX, PPT, XLSX, XLS, ODT, ODS, ODP, EPUB, HTML, RTF, CSV, EML, MSG, ZIP, Markdown, plain text and images';
