import { type CompoundMembers, makeCompoundFile } from './make-compound-file.ts';

/** Values of properties by their tags, such as `0037001F` for the subject in Unicode. */
export type MsgProperties = Readonly<Record<string, string | number | bigint | Buffer>>;

/** A message of `makeMsg`. */
export interface MsgInput {
  readonly properties: MsgProperties;
  readonly recipients?: readonly MsgProperties[];
  /** Properties of attachments; one with a message has it as well. */
  readonly attachments?: readonly { readonly properties: MsgProperties; readonly message?: MsgInput }[];
}

/** Makes an Outlook message ([MS-OXMSG]). */
export function makeMsg(input: MsgInput): Buffer {
  return makeCompoundFile(makeMembers(input, 32));
}

function makeMembers(
  { properties, recipients = [], attachments = [] }: MsgInput,
  headBytes: number,
): CompoundMembers {
  const numberOf = (index: number) => index.toString(16).toUpperCase().padStart(8, '0');
  return {
    ...makeProperties(properties, headBytes),
    ...Object.fromEntries(
      recipients.map((each, index) => [`__recip_version1.0_#${numberOf(index)}`, makeProperties(each, 8)]),
    ),
    ...Object.fromEntries(
      attachments.map(({ properties: own, message }, index) => [
        `__attach_version1.0_#${numberOf(index)}`,
        {
          ...makeProperties(own, 8),
          ...(message && { '__substg1.0_3701000D': makeMembers(message, 24) }),
        },
      ]),
    ),
  };
}

function makeProperties(properties: MsgProperties, headBytes: number): CompoundMembers {
  const entries: Buffer[] = [Buffer.alloc(headBytes)];
  const streams: Record<string, Buffer> = {};
  for (const [tag, value] of Object.entries(properties)) {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(Number.parseInt(tag, 16), 0);
    if (typeof value === 'number') entry.writeUInt32LE(value, 8);
    else if (typeof value === 'bigint') entry.writeBigUInt64LE(value, 8);
    else streams[`__substg1.0_${tag}`] = typeof value === 'string' ? Buffer.from(value, 'utf16le') : value;
    entries.push(entry);
  }
  return { '__properties_version1.0': Buffer.concat(entries), ...streams };
}
