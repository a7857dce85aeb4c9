/** Encodes a file as the form field `file`. */
export function encodeMultipart(file: Buffer, name: string): { body: Buffer; contentType: string } {
  const boundary = 'quern-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}
