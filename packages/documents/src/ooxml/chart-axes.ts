import { childOf, childrenOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Chooses the pattern of a number in a chart from the pattern of its cell; '' for General. */
export type ChooseFormat = (cellFormat: string) => string;

/** How the categories and the values of a group of series are shown. */
export interface AxisFormats {
  readonly category: ChooseFormat;
  readonly value: ChooseFormat;
}

const axisTag = /Ax$/;
/** The format of dates that have none, independent of the reader's locale. */
const dateFormat = 'yyyy-mm-dd';

/**
 * Reads the number formats of the axes of a group of series, such as a bar chart (ECMA-376 part 1, 21.2.2.121). Categories
 * are shown as their axis says; values keep the format of their cells, which is more exact than that of the axis.
 *
 * @param plot the plot area, with the axes
 */
export function axisFormatsOf(group: XmlElement, plot: XmlElement | undefined): AxisFormats {
  const ids = new Set(childrenOf(group, 'axId').map(attributeValue));
  const axes = childrenOf(plot).filter(
    (axis) => axisTag.test(axis.name) && ids.has(attributeValue(childOf(axis, 'axId'))),
  );
  const categories = axes.find(({ name }) => name !== 'valAx') ?? axes[0];
  const values = axes.find((axis) => axis.name === 'valAx' && axis !== categories);
  // The axis of stacked shares shows the sums in percent.
  const isShare = attributeValue(childOf(group, 'grouping')) === 'percentStacked';
  const valueFormat = isShare ? '' : ownFormatOf(values);
  const categoryFormat = ownFormatOf(categories);
  const isDate = categories?.name === 'dateAx';
  return {
    category: (format) => categoryFormat || format || (isDate ? dateFormat : ''),
    value: (format) => format || valueFormat,
  };
}

/** @returns '' if the axis takes the format of the cells */
function ownFormatOf(axis: XmlElement | undefined): string {
  const { formatCode = '', sourceLinked } = childOf(axis, 'numFmt')?.attributes ?? {};
  const isLinked = sourceLinked !== undefined && /^(?:1|true)$/.test(sourceLinked);
  return isLinked || isGeneral(formatCode) ? '' : formatCode;
}

/** Whether a format shows numbers as they are. */
export function isGeneral(format: string): boolean {
  return format === '' || /^general$/i.test(format);
}

function attributeValue(element: XmlElement | undefined): string {
  return element?.attributes['val'] ?? '';
}
