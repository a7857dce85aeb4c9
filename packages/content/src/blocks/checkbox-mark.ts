/**
 * Returns the mark of a checkbox with a space after it (https://github.github.com/gfm/#task-list-items-extension-); '' if
 * there is no checkbox.
 */
export function checkboxMark(isChecked: boolean | undefined): string {
  if (isChecked === undefined) return '';
  return isChecked ? '[x] ' : '[ ] ';
}
