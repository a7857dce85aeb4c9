import type { Options } from 'rehype-remark';
import { hastText } from '../page/tree/hast.ts';
import { footnoteDefinitionTag, footnoteReferenceTag, rawTag } from './internal-tags.ts';

/** Own elements that the preparation leaves in the tree, as Markdown's own nodes. */
export const markdownHandlers: NonNullable<Options['handlers']> = {
  [rawTag]: (_state, element) => ({ type: 'html', value: hastText(element) }),
  [footnoteReferenceTag]: (_state, element) => {
    const identifier = String(element.properties['identifier'] ?? '');
    return { type: 'footnoteReference', identifier, label: identifier };
  },
  [footnoteDefinitionTag]: (state, element) => {
    const identifier = String(element.properties['identifier'] ?? '');
    return {
      type: 'footnoteDefinition',
      identifier,
      label: identifier,
      children: state.toFlow(state.all(element)),
    };
  },
};
