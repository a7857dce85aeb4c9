import type { OperationForm } from './request/operation-form.ts';

/** An example that a person can try without having to look for a text. */
export interface Example {
  /** The first words, or the name of the file. */
  readonly label: string;
  readonly apply: (form: OperationForm) => void | Promise<void>;
}

const texts: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'extract-entities': [
    {
      text: 'Dear Ms. Lovelace,\n\nthank you for your order AC-2291 of 10 December 2025. Acme Ltd. will deliver the two looms to 12 River Street, London, on Tuesday at 9:30. The total is €1,200.50; please transfer it to DE89 3704 0044 0532 0130 00 within 14 days.\n\nQuestions? Write to grace.hopper@example.org or call +44 20 7946 0958.',
    },
    {
      text: 'Angela Schmidt traf sich am 3. März 2026 in München mit der Firma Müller & Söhne GmbH. Der Vertrag über 45.000 Euro läuft zwei Jahre.',
    },
  ],
  sentiment: [
    {
      text: 'The staff were wonderful and the view was breathtaking. Breakfast, however, was cold twice, and no one apologized. The room has two windows. We would come back for the garden alone!',
    },
    {
      text: 'Das Hotel liegt ruhig und das Frühstück war hervorragend. Leider war das Zimmer schmutzig. Wir waren sehr enttäuscht.',
    },
  ],
  summarize: [
    {
      content:
        'The town council of Hadley voted on Tuesday to buy the old water mill on River Street and to reopen it as a museum. The mill was built in 1794 and ground wheat and rye for the farms of the valley. In 1936 a flood destroyed its wheel, and the building has been empty since then. Residents have collected signatures for ten years to save it. An engineer who examined the building in spring found the masonry sound but the roof in danger of collapse. Repairs will cost about 1.2 million dollars, half of which the state will pay. The council had rejected a similar plan in 2019 because of its price. Work is to begin in January and to take eighteen months. The museum will show how grain becomes flour, and will bake bread on Saturdays. A hiking trail along the river will connect it with the railroad station.',
      maxLength: 300,
    },
  ],
  translate: [
    { text: 'The mill was built in 1794. It is open on Saturdays, from nine to one.', targetLanguage: 'de' },
    { text: 'Wo ist der Bahnhof? Der Zug fährt in zehn Minuten.', targetLanguage: 'en' },
  ],
  scrape: [{ url: 'https://example.com/' }],
  map: [{ url: 'https://example.com/' }],
  crawl: [{ url: 'https://example.com/', limit: 10 }],
};

const receipt = [
  'HADLEY MILL SHOP',
  '12 River Street',
  '',
  'Wheat flour 1 kg      2.40',
  'Sourdough bread       4.90',
  'Total                 7.30',
  '',
  'Thank you!',
];

/** Draws a receipt, which text recognition can read without a network. */
async function drawReceipt(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 460;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#222';
    context.font = '30px monospace';
    receipt.forEach((line, index) => {
      context.fillText(line, 60, 70 + index * 48);
    });
  }
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/png');
  return new File([(await promise) ?? new Blob()], 'receipt.png', { type: 'image/png' });
}

const shopPage = `<!doctype html><html lang="en"><head><title>Mill shop</title></head><body><h1>Mill shop</h1>
<p>The shop is open on <strong>Saturdays</strong> from nine to one.</p><h2>Prices</h2>
<table><tr><th>Product</th><th>Weight</th><th>Price</th></tr><tr><td>Wheat flour</td><td>1 kg</td><td>2.40</td></tr>
<tr><td>Sourdough bread</td><td>750 g</td><td>4.90</td></tr></table>
<h2>Orders</h2><ol><li>Write to the miller.</li><li>Name the day.</li><li>Bring a bag.</li></ol></body></html>`;

/** The examples of an operation; the first one is filled in when its page is opened. */
export function examplesOf(form: OperationForm): readonly Example[] {
  const { name, examples, primaryInput = '' } = form.operation;
  const toExample = (values: Readonly<Record<string, unknown>>): Example => ({
    label: shorten(String(values[primaryInput] ?? name)),
    apply: (target) => target.fill(values),
  });
  if (name === 'ocr') {
    const apply = async (target: OperationForm): Promise<void> => {
      const before = target.files.value;
      const receipt = await drawReceipt();
      // A file that was chosen meanwhile is kept.
      if (target.files.value === before) target.setFiles([receipt]);
    };
    return [{ label: 'receipt.png', apply }];
  }
  if (name === 'convert') {
    const file = new File([shopPage], 'mill-shop.html', { type: 'text/html' });
    return [{ label: file.name, apply: (target) => target.setFiles([file]) }];
  }
  return (Object.hasOwn(texts, name) ? texts[name] : undefined)?.map(toExample) ?? examples.map(toExample);
}

const shorten = (text: string): string => (text.length > 34 ? `${text.slice(0, 32).trimEnd()} …` : text);
