import { documentFamilies } from '../browser/font-families.ts';
import type { PageCamera } from '../browser/page-camera.ts';
import type { RenderedImage } from '../drawing/rendered-image.ts';
import { simulatePhoto } from '../photo/simulate-photo.ts';
import { BusinessDraft } from './business-draft.ts';
import type { DocumentLayout } from './document-layout.ts';
import {
  bilingualInvoice,
  detailedInvoice,
  discountInvoice,
  ruledInvoice,
  unruledInvoice,
  zebraInvoice,
} from './invoices.ts';
import {
  bankStatement,
  deliveryNote,
  form,
  menu,
  packingList,
  priceList,
  timeSheet,
  timetable,
} from './lists.ts';
import { shopReceipt, tillReceipt } from './receipts.ts';
import { documentCss } from './table-html.ts';

const layouts: Readonly<Record<string, DocumentLayout>> = {
  'ruled-invoice': ruledInvoice,
  'till-receipt': tillReceipt,
  'unruled-invoice': unruledInvoice,
  'delivery-note': deliveryNote,
  'zebra-invoice': zebraInvoice,
  'bank-statement': bankStatement,
  'discount-invoice': discountInvoice,
  form,
  'detailed-invoice': detailedInvoice,
  'price-list': priceList,
  'shop-receipt': shopReceipt,
  'bilingual-invoice': bilingualInvoice,
  'packing-list': packingList,
  timetable,
  'time-sheet': timeSheet,
  menu,
};
const count = 60;
/** Device pixels of a CSS pixel, so that a photo of a sheet shows about as many pixels as the rendered sheet has. */
const scale = 2;

/** Renders invoices, receipts and forms, flat as they are sent by a program and photographed by simulation. */
export async function* renderDocuments(camera: PageCamera, seed: number): AsyncGenerator<RenderedImage> {
  const kinds = Object.entries(layouts);
  for (let index = 0; index < count; index++) {
    const [kind, layout] = kinds[index % kinds.length] ?? [];
    if (kind === undefined || layout === undefined) continue;
    const draft = new BusinessDraft(seed, index);
    const { random } = draft;
    const body = layout(draft);
    const family = random.pick(documentFamilies[body.fonts]);
    const [normal = 400] = family.weights;
    const size = random.number(12.5, 15);
    const { png, text, rows } = await camera.photograph({
      html: body.html,
      css: `body { font: ${normal} ${size.toFixed(1)}px/1.4 '${family.family}'; color: #1a1a1a; background: #fdfdfb; padding: 50px 54px }${documentCss}${body.css ?? ''}`,
      families: [family],
      language: draft.locale,
      width: body.width,
      scale,
      ...(body.heightMin === undefined ? {} : { heightMin: body.heightMin }),
    });
    const name = `${String(index + 1).padStart(2, '0')}_${kind}`;
    const image = { language: draft.locale.slice(0, 2), text, rows };
    if (index < kinds.length) yield { ...image, set: 'flat_documents', name: `${name}.png`, bytes: png };
    const photo = await simulatePhoto(png, random.integer(1800, 2400), random);
    yield { ...image, set: 'photographed_documents', name: `${name}.jpg`, bytes: photo };
  }
}
