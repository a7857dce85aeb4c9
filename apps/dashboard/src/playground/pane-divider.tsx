import type { Signal } from '@preact/signals';
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { t } from '../messages/translate-message.ts';

const storageKey = 'quern.panes';
/** Share of the width that the input has, in percent. */
const [shareMin, shareMax, shareDefault] = [25, 75, 42];
const keyStep = 2;

const toShare = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(shareMax, Math.max(shareMin, value))) : shareDefault;

/** Returns the width of the input that was chosen before, in percent. */
export const readPaneShare = (): number => toShare(Number(localStorage.getItem(storageKey) ?? Number.NaN));

/** The line between input and result, which is moved by the pointer or the arrow keys; a double click moves it back. */
export function PaneDivider({ share }: { readonly share: Signal<number> }): JSX.Element {
  const move = (value: number): void => {
    share.value = toShare(value);
    localStorage.setItem(storageKey, String(share.value));
  };
  const onPointerDown = (event: TargetedPointerEvent<HTMLHRElement>): void => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLHRElement>): void => {
    const { currentTarget, pointerId, clientX } = event;
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, width } = (currentTarget.parentElement ?? currentTarget).getBoundingClientRect();
    move(((clientX - left) / width) * 100);
  };
  const onKeyDown = ({ key }: TargetedKeyboardEvent<HTMLHRElement>): void => {
    if (key === 'ArrowLeft') move(share.value - keyStep);
    if (key === 'ArrowRight') move(share.value + keyStep);
    if (key === 'Home') move(shareMin);
    if (key === 'End') move(shareMax);
  };
  return (
    <hr
      class="divider"
      aria-label={t('playground.divider')}
      aria-orientation="vertical"
      aria-valuemin={shareMin}
      aria-valuemax={shareMax}
      aria-valuenow={share.value}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDblClick={() => move(shareDefault)}
      onKeyDown={onKeyDown}
    />
  );
}
