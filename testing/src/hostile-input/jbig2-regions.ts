/** Segment types of JBIG2 (ISO/IEC 14492, 7.3). */
const segmentTypes = { pageInformation: 48, immediateGenericRegion: 38 };

/** A bitmap for the filter JBIG2Decode that consists of regions, each of which covers it and takes some 40 bytes. */
export function jbig2Regions(side: number, count: number): Buffer {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(side, 0);
  page.writeUInt32BE(side, 4);
  const regions = Array.from({ length: count }, (_, index) => {
    const data = Buffer.alloc(17 + 1 + 8 + 8, 0x5a);
    data.writeUInt32BE(side, 0);
    data.writeUInt32BE(side, 4);
    data.writeUInt32BE(0, 8);
    data.writeUInt32BE(0, 12);
    // Combined by XOR; arithmetic coding with template 0 and its usual adaptive pixels.
    data[16] = 2;
    data[17] = 0;
    data.set([3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe], 18);
    return segment(index + 1, segmentTypes.immediateGenericRegion, data);
  });
  return Buffer.concat([segment(0, segmentTypes.pageInformation, page), ...regions]);
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header[4] = type;
  header[6] = 1;
  header.writeUInt32BE(data.length, 7);
  return Buffer.concat([header, data]);
}
