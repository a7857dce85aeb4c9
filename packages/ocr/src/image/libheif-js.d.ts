declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  /** A failure, in place of a value. */
  interface Failure {
    readonly code: object;
  }
  interface Handle {
    readonly code?: undefined;
  }
  /** Decoded channels; that of interleaved pixels is the only one. */
  interface DecodedImage {
    readonly code?: undefined;
    readonly image: unknown;
    readonly channels: readonly {
      readonly data: Uint8Array;
      /** Bytes of a row. */
      readonly stride: number;
      readonly width: number;
      readonly height: number;
    }[];
  }

  /** The functions of libheif that are used; `HeifDecoder` of the package writes errors to the console. */
  export interface Libheif {
    readonly heif_error_code: { readonly heif_error_Ok: unknown };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
    heif_context_alloc(): unknown;
    heif_context_read_from_memory(context: unknown, bytes: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: unknown): Handle | Failure | undefined;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_js_decode_image2(
      handle: Handle,
      colorspace: unknown,
      chroma: unknown,
    ): DecodedImage | Failure | undefined;
  }

  const createLibheif: () => Libheif;
  // biome-ignore lint/style/noDefaultExport: the module has one
  export default createLibheif;
}
