/** How the text of a style looks; undefined for what the style does not state. */
export interface TextLook {
  isBold?: boolean | undefined;
  isItalic?: boolean | undefined;
  isStruck?: boolean | undefined;
  isHidden?: boolean | undefined;
}

/** How text looks, and whether it is code. */
export interface CharacterLook extends Readonly<TextLook> {
  readonly isCode?: boolean | undefined;
}

/** The look of a style that is based on others. @param chain of the style and those that it is based on, in order */
export function resolveLook(chain: readonly TextLook[]): Readonly<TextLook> {
  const first = (key: keyof TextLook): boolean | undefined =>
    chain.find((style) => style[key] !== undefined)?.[key];
  return {
    isBold: first('isBold'),
    isItalic: first('isItalic'),
    isStruck: first('isStruck'),
    isHidden: first('isHidden'),
  };
}

/** The look of text in a style inside of text in another one. */
export function combineLooks(outer: CharacterLook, inner: CharacterLook): CharacterLook {
  return {
    isBold: inner.isBold ?? outer.isBold,
    isItalic: inner.isItalic ?? outer.isItalic,
    isStruck: inner.isStruck ?? outer.isStruck,
    isCode: inner.isCode ?? outer.isCode,
    isHidden: inner.isHidden ?? outer.isHidden,
  };
}
