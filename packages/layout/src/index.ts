export { dividePage, type PageToDivide } from './divide-page.ts';
export { groupRows } from './group-rows.ts';
export type { Box, LayoutItem, Row } from './layout-item.ts';
