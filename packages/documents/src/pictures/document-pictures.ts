import type { ZipArchive } from '../archive/open-zip.ts';
import type { DocumentWarning } from '../model/document-content.ts';
import type {
  CollectedPicture,
  LeftOut,
  PictureCollector,
  PicturePlacement,
  ReadPicture,
} from './picture-collector.ts';

/**
 * The pictures of a document: they are collected if the caller asks for them. Otherwise those are counted that the text does
 * not show, because they have neither a description nor an address. Pictures that the document marks as decoration are
 * left out.
 */
export class DocumentPictures {
  readonly #collector: PictureCollector | undefined;
  /** Pictures by their names in the document, so that each is read once. */
  readonly #named = new Map<string, CollectedPicture | LeftOut>();
  #omitted = 0;

  /** @param collector undefined if pictures are only counted */
  constructor(collector: PictureCollector | undefined) {
    this.#collector = collector;
  }

  /** Whether pictures are collected. */
  get areCollected(): boolean {
    return this.#collector !== undefined;
  }

  /** A warning if pictures were left out that were not collected. */
  get warnings(): DocumentWarning[] {
    if (this.#omitted === 0) return [];
    const [pictures, were] = this.#omitted === 1 ? ['picture', 'was'] : ['pictures', 'were'];
    const message = `${this.#omitted} ${pictures} without a description ${were} left out`;
    return [{ code: 'pictures_left_out', message }];
  }

  /** Counts pictures that the text does not show. */
  add(count = 1): void {
    this.#omitted += count;
  }

  /** Counts a picture that the text does not show, unless it was to be collected, which has counted it. */
  omit(): void {
    if (!this.areCollected) this.add();
  }

  /**
   * Collects a picture.
   *
   * @param name unique in the document; undefined if the picture has none, and has to be read at each place
   * @returns its address; '' if it is not collected
   */
  collect(read: ReadPicture, placement: PicturePlacement, name?: string): string {
    if (this.#collector === undefined) return '';
    const known = name === undefined ? undefined : this.#named.get(name);
    const picture = known ?? this.#collector.read(read);
    if (name !== undefined && known === undefined) this.#named.set(name, picture);
    return this.#collector.place(picture, placement);
  }

  /**
   * Collects a picture that is a part of an archive.
   *
   * @param name undefined if the document does not contain it
   * @returns its address; '' if it is not collected
   */
  collectPart(archive: ZipArchive, name: string | undefined, placement: PicturePlacement): string {
    if (name === undefined) return this.collect(() => undefined, placement);
    return this.collect((bytesMax) => archive.read(name, bytesMax), placement, name);
  }
}
