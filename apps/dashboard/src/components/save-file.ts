/** Saves a text or bytes as a file of the person. */
export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const mediaType = typeof content === 'string' ? `${type};charset=utf-8` : type;
  const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
