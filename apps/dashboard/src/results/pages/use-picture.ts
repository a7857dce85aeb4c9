import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Draws a picture; undefined if it was aborted. */
export type DrawPicture = (signal: AbortSignal) => Promise<Blob | undefined>;

/** The address of a picture, and whether it cannot be drawn. */
export interface PictureState {
  /** Undefined until it is drawn. */
  readonly address: string | undefined;
  readonly hasFailed: boolean;
}

/** CSS pixels. A page next to its text is seldom wider. */
const pageWidth = 800;
const pictureWidthMax = 1600;

/** Width in pixels with which a page is drawn for this screen. */
export const pictureWidth = (): number => Math.min(pictureWidthMax, pageWidth * devicePixelRatio);

const empty: PictureState = { address: undefined, hasFailed: false };

/**
 * Draws a picture while a component shows it.
 *
 * @param draw undefined while there is nothing to draw
 * @param keys the picture is drawn again when one of them changes
 */
export function usePicture(draw: DrawPicture | undefined, keys: readonly unknown[]): PictureState {
  const state = useSignal(empty);
  useEffect(() => {
    if (draw === undefined) return undefined;
    const controller = new AbortController();
    let address: string | undefined;
    draw(controller.signal).then(
      (picture) => {
        if (picture === undefined || controller.signal.aborted) return;
        address = URL.createObjectURL(picture);
        state.value = { address, hasFailed: false };
      },
      () => {
        if (!controller.signal.aborted) state.value = { address: undefined, hasFailed: true };
      },
    );
    return () => {
      controller.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
      state.value = empty;
    };
  }, keys);
  return state.value;
}
