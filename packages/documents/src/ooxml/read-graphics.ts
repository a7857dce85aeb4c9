import type { ContentBlock } from '@quern/content/blocks/content-block';
import { firstOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { readChart } from './read-chart.ts';
import { readDiagram } from './read-diagram.ts';
import type { Relationship } from './relationships.ts';

/**
 * Reads the chart or diagram in a drawing, whose content is in another part.
 *
 * @param partOf reads a part as a tree
 */
export function readGraphics(
  drawing: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  partOf: (name: string) => XmlElement | undefined,
): ContentBlock[] {
  const targetOf = (id: string | undefined) => {
    const relationship = relationships.get(id ?? '');
    return relationship && !relationship.isExternal ? partOf(relationship.target) : undefined;
  };
  const data = firstOf(drawing, 'graphicData');
  const chart = firstOf(data, 'chart')?.attributes['r:id'];
  const diagram = firstOf(data, 'relIds')?.attributes['r:dm'];
  if (chart !== undefined) return readChart(targetOf(chart));
  return diagram === undefined ? [] : readDiagram(targetOf(diagram));
}
