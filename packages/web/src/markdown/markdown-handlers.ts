import type { Options } from 'rehype-remark';
import { hastText } from '../page/tree/hast.ts';
import { footnoteDefinitionTag, footnoteReferenceTag, rawTag } from './internal-tags.ts';

/** Converts the internal elements of the prepared tree to mdast nodes (https://github.com/syntax-tree/mdast). */
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
