import type { OcrData, OcrLine, OcrTable } from '@quern/sdk';
import type { JSX } from 'preact';
import { partDirection } from '../components/language-direction.ts';
import { t } from '../messages/translate-message.ts';

/** A line with its place in the list of all lines. */
export interface NumberedLine {
  readonly line: OcrLine;
  readonly index: number;
}

interface PageDrawingProps {
  readonly page: Pick<OcrData['pages'][number], 'width' | 'height' | 'rotation'>;
  readonly lines: readonly NumberedLine[];
  readonly tables: readonly OcrTable[];
  /** Address of the picture; without one the texts are drawn at their places. */
  readonly image: string | undefined;
  /** Whether the picture is being drawn, so that the texts are not shown for a moment only. */
  readonly isPending: boolean;
  /** Direction of the language of the text. */
  readonly dir: 'auto' | 'ltr' | 'rtl';
  /** Index of the line that is highlighted. */
  readonly active: number | undefined;
  readonly onActive: (index: number | undefined) => void;
}

/** A page with the boxes of its lines and tables. */
export function PageDrawing(props: PageDrawingProps): JSX.Element {
  const { page, lines, tables, image, isPending, dir, active, onActive } = props;
  const { width, height, rotation } = page;
  return (
    <svg class="scan" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('ocr.image')}>
      {image === undefined ? (
        <rect class="sheet" width={width} height={height} />
      ) : (
        <image href={image} width={width} height={height} />
      )}
      {image === undefined &&
        !isPending &&
        rotation === 0 &&
        lines.map(({ line, index }) => {
          const direction = partDirection(line.text, dir) ?? 'ltr';
          const { x, y, width: length, height: size } = line.box;
          return (
            <text
              key={index}
              x={direction === 'rtl' ? x + length : x}
              direction={direction}
              y={y + size * baselineShare}
              font-size={size * fontShare}
              textLength={length}
              lengthAdjust="spacingAndGlyphs"
            >
              {line.text}
            </text>
          );
        })}
      {tables.map(({ box, startIndex }) => (
        <rect key={startIndex} class="table" {...box} />
      ))}
      {lines.map(({ line, index }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list of lines next to it can be used by keyboard
        <polygon
          key={index}
          class={active === index ? 'active' : ''}
          style={{ '--doubt': (1 - line.confidence).toFixed(2) }}
          points={line.quadrilateral.map(({ x, y }) => `${x},${y}`).join(' ')}
          onMouseEnter={() => onActive(index)}
          onMouseLeave={() => onActive(undefined)}
        />
      ))}
    </svg>
  );
}

/** Where the baseline of a text in its box is, and how large its font is, as shares of the height of the box. */
const baselineShare = 0.78;
const fontShare = 0.85;
