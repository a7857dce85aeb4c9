import { DocumentError } from '../errors/document-error.ts';

const headBytes = 16;
const types = { compressed: 0x75465a4c, plain: 0x414c454d };
const windowBytes = 4096;
/** Text that the window contains at the beginning ([MS-OXRTFCP] 2.1.2.1). */
const initialWindow = Buffer.from(
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
    '\r\n' +
    String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
  'latin1',
);
const outputBytesMax = 64 * 1024 * 1024;

/**
 * Unpacks the RTF of a message ([MS-OXRTFCP] 2.2), which becomes at most nine times as long.
 *
 * @throws DocumentError `unreadable`
 */
export function decompressRtf(bytes: Buffer): Buffer {
  if (bytes.length < headBytes) throw damaged();
  const size = Math.min(bytes.readUInt32LE(4), outputBytesMax);
  const type = bytes.readUInt32LE(8);
  if (type === types.plain) return bytes.subarray(headBytes, headBytes + size);
  if (type !== types.compressed) throw damaged();
  return unpack(bytes.subarray(headBytes, bytes.readUInt32LE(0) + 4), size);
}

function unpack(input: Buffer, size: number): Buffer {
  const window = Buffer.alloc(windowBytes, 0x20);
  initialWindow.copy(window);
  let write = initialWindow.length;
  // Each byte of flags is followed by up to eight references of two bytes to 17 bytes.
  const output = Buffer.alloc(Math.min(size, input.length * 9));
  let length = 0;
  const put = (byte: number) => {
    output[length] = byte;
    length += 1;
    window[write] = byte;
    write = (write + 1) % windowBytes;
  };
  for (let at = 0; at < input.length; ) {
    const flags = input[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < input.length && length < output.length; bit++) {
      if (((flags >> bit) & 1) === 0) {
        put(input[at++] ?? 0);
        continue;
      }
      if (at + 2 > input.length) return output.subarray(0, length);
      const reference = input.readUInt16BE(at);
      at += 2;
      const start = reference >> 4;
      // A reference to the place of the next byte ends the text.
      if (start === write) return output.subarray(0, length);
      for (
        let count = (reference & 15) + 2, from = start;
        count > 0 && length < output.length;
        count--, from++
      )
        put(window[from % windowBytes] ?? 0);
    }
    if (length >= output.length) break;
  }
  return output.subarray(0, length);
}

function damaged(): DocumentError {
  return new DocumentError('unreadable', 'The message is damaged: its text cannot be unpacked.');
}
