import { createHash, randomUUID } from 'node:crypto';
import { S3Error } from './s3-error.ts';

/** A stored object. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Headers `x-amz-meta-…`. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly entityTag: string;
}

interface Upload {
  readonly key: string;
  readonly properties: Pick<StoredObject, 'contentType' | 'metadata'>;
  readonly parts: Map<number, { readonly bytes: Buffer; readonly entityTag: string }>;
}

/** S3 requires this of all parts but the last one. */
const partBytesMin = 5 * 1024 * 1024;

/** Returns the entity tag of an object. */
export const entityTagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** The objects of a bucket, and its multipart uploads. */
export class ObjectTable {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();

  /** Starts a multipart upload. @returns its id */
  startUpload(key: string, properties: Upload['properties']): string {
    const id = randomUUID();
    this.uploads.set(id, { key, properties, parts: new Map() });
    return id;
  }

  /** Stores a part. @returns its entity tag */
  addPart(id: string, number: number, bytes: Buffer): string {
    const entityTag = entityTagOf(bytes);
    this.#find(id).parts.set(number, { bytes, entityTag });
    return entityTag;
  }

  /** Joins the parts that an XML document lists. */
  completeUpload(id: string, xml: string): void {
    const { key, properties, parts } = this.#find(id);
    const listed = [...xml.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      entityTag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const chunks = listed.map(({ number, entityTag }, index) => {
      const part = parts.get(number);
      if (part === undefined || part.entityTag !== entityTag || number !== index + 1) {
        throw new S3Error(400, 'InvalidPart', 'A part was not found');
      }
      if (index < listed.length - 1 && part.bytes.length < partBytesMin) {
        throw new S3Error(400, 'EntityTooSmall', 'A part is smaller than the minimum size');
      }
      return part.bytes;
    });
    if (chunks.length === 0) throw new S3Error(400, 'MalformedXML', 'There are no parts');
    const bytes = Buffer.concat(chunks);
    this.objects.set(key, { ...properties, bytes, entityTag: entityTagOf(bytes) });
    this.uploads.delete(id);
  }

  /** Discards a multipart upload. */
  abortUpload(id: string): void {
    this.#find(id);
    this.uploads.delete(id);
  }

  #find(id: string): Upload {
    const upload = this.uploads.get(id);
    if (upload === undefined) throw new S3Error(404, 'NoSuchUpload', 'The upload does not exist');
    return upload;
  }
}
