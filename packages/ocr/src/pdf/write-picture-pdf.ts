/** A picture as the only content of a page. */
export interface PdfPicture {
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** The pixels, encoded as `filter` states. */
  readonly data: Uint8Array;
  /** Entries of the stream's dictionary that state how the pixels are encoded (ISO 32000-1, 7.4). */
  readonly filter: string;
  /** ICC profile of the colors; undefined for sRGB. */
  readonly profile?: Uint8Array | undefined;
  /** Size of the page in points. */
  readonly page: { readonly width: number; readonly height: number };
  /** How the stored picture is turned or mirrored to be displayed: a value of the EXIF tag Orientation, 1 to 8. */
  readonly orientation: number;
}

/** Number of the first object after the catalog and the tree of pages. */
const firstNumber = 3;
const objectsPerPage = 4;

/** Writes a PDF with a page for each picture, whose encoded pixels stay as they are. */
export function writePicturePdf(pictures: readonly PdfPicture[]): Uint8Array {
  const kids = pictures.map((_, index) => `${firstNumber + index * objectsPerPage} 0 R`).join(' ');
  return assemble([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`),
    ...pictures.flatMap((picture, index) => pageObjects(picture, firstNumber + index * objectsPerPage)),
  ]);
}

/** The page (numbered `number`), its content, its picture and the profile of its colors. */
function pageObjects(picture: PdfPicture, number: number): Buffer[] {
  const { width, height, channels, data, filter, profile = Buffer.alloc(0), page } = picture;
  const device = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const colors = profile.length === 0 ? device : `[/ICCBased ${number + 3} 0 R]`;
  const content = `q ${placement(picture).map(toNumber).join(' ')} cm /Picture Do Q`;
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${toNumber(page.width)} ${toNumber(page.height)}] ` +
        `/Contents ${number + 1} 0 R /Resources << /XObject << /Picture ${number + 2} 0 R >> >> >>`,
    ),
    stream('', Buffer.from(content)),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${colors} ` +
        `/BitsPerComponent 8 ${filter}`,
      data,
    ),
    stream(`/N ${channels} /Alternate ${device}`, profile),
  ];
}

/** The transformation from the unit square of a stored picture to the page (ISO 32000-1, 8.9.5; EXIF 2.3, Orientation). */
function placement({ page: { width, height }, orientation }: PdfPicture): readonly number[] {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, width, 0];
    case 3:
      return [-width, 0, 0, -height, width, height];
    case 4:
      return [width, 0, 0, -height, 0, height];
    case 5:
      return [0, -height, -width, 0, width, height];
    case 6:
      return [0, -height, width, 0, 0, height];
    case 7:
      return [0, height, width, 0, 0, 0];
    case 8:
      return [0, height, -width, 0, width, 0];
    default:
      return [width, 0, 0, height, 0, 0];
  }
}

/** Numbers of a PDF have no exponent. */
const toNumber = (value: number): string => String(Number(value.toFixed(4)));

function stream(entries: string, data: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

/** Joins objects, numbered from 1, to a file with a table of their places (ISO 32000-1, 7.5). */
function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(written);
    length += written.length;
  }
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
        `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
