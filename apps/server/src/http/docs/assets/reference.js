/** Script of the reference: sends forms to their operations, and shows JSON with the line breaks of its texts. */

/** Longest JSON that is shown in colors, and longest text that is shown, in UTF-16 code units. */
const coloredLengthMax = 200_000;
const shownLengthMax = 1_000_000;

// Browsers offer the clipboard to pages of a secure origin only.
if (navigator.clipboard !== undefined) {
  for (const pre of document.querySelectorAll('pre[data-copy]')) addCopyButton(pre, pre.textContent);
}
for (const pre of document.querySelectorAll('pre[data-json]')) showJson(pre, pre.textContent);
for (const form of document.querySelectorAll('form[data-operation]')) prepareForm(form);

/**
 * The filled inputs of a form as [name, value, isFile]. A checkbox always has a value. A selected file replaces the primary
 * input; several files have numbered names.
 *
 * @throws Error if a value is not JSON
 */
function readInputs(form) {
  const inputs = [];
  const hasFile = [...form.querySelectorAll('[data-type=file]')].some(({ files }) => files.length > 0);
  for (const input of form.querySelectorAll('[data-type]')) {
    if (hasFile && input.hasAttribute('data-primary')) continue;
    const { name, files, dataset } = input;
    if (dataset.type === 'file') {
      for (const [index, file] of [...files].entries()) {
        inputs.push([files.length > 1 ? `${index}.${name}` : name, file, true]);
      }
      continue;
    }
    const value = readValue(input);
    if (value !== undefined) inputs.push([name ?? dataset.name, value, false]);
  }
  return inputs;
}

/** Returns the value of an input, or undefined if it is empty. */
function readValue(input) {
  switch (input.dataset.type) {
    case 'boolean':
      return input.checked;
    case 'choices': {
      const chosen = [...input.querySelectorAll(':checked')].map(({ value }) => value);
      return chosen.length === 0 ? undefined : chosen;
    }
    case 'lines': {
      const lines = input.value.split('\n').filter((line) => line.trim() !== '');
      return lines.length === 0 ? undefined : lines;
    }
  }
  if (input.value === '') return undefined;
  if (input.dataset.type === 'number') return Number(input.value);
  if (input.dataset.type !== 'json') return input.value;
  try {
    return JSON.parse(input.value);
  } catch (error) {
    throw new Error(`${input.name}: ${error.message}`);
  }
}

/** A JSON body, or a multipart body if a file is selected or the operation does not accept JSON. */
function createBody(form) {
  const inputs = readInputs(form);
  if (form.dataset.json === 'true' && !inputs.some(([, , isFile]) => isFile)) {
    const fields = Object.fromEntries(inputs);
    return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
  }
  const body = new FormData();
  for (const [name, value, isFile] of inputs) {
    body.append(name, isFile || typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { body, headers: {} };
}

function prepareForm(form) {
  const [status, pre] = [form.querySelector('output'), form.nextElementSibling];
  const button = (name) => form.querySelector(`[data-button=${name}]`);
  let controller = new AbortController();
  let text = '';
  button('cancel').addEventListener('click', () => controller.abort());
  button('copy').addEventListener('click', () => navigator.clipboard.writeText(text));
  button('save').addEventListener('click', () => save(text, `${form.dataset.operation}.json`));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    controller = new AbortController();
    pre.hidden = true;
    for (const name of ['copy', 'save']) button(name).hidden = true;
    button('cancel').hidden = false;
    status.textContent = 'Sending …';
    try {
      const response = await send(form, controller.signal);
      text = await response.text();
      status.replaceChildren(...describe(response, text));
      showJson(pre, text);
      pre.hidden = false;
      button('copy').hidden = navigator.clipboard === undefined;
      button('save').hidden = false;
    } catch (error) {
      status.textContent = controller.signal.aborted ? 'Canceled' : error.message;
    }
    button('cancel').hidden = true;
  });
}

const copiedMs = 2000;

/** Adds a button that copies a text as it is in the document, before it is shown in colors. */
function addCopyButton(pre, text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${pre.dataset.copy}`);
  const status = document.createElement('span');
  status.className = 'copy-status';
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = 'Copied';
    } catch {
      // The browser has no permission, such as in a frame.
      status.textContent = 'Not copied';
    }
    setTimeout(() => {
      status.textContent = '';
    }, copiedMs);
  });
  pre.after(status, button);
}

function send(form, signal) {
  const key = document.getElementById('key').value.trim();
  if (key === '') throw new Error('Enter your API key at the top of the page');
  const { body, headers } = createBody(form);
  headers.authorization = `Bearer ${key}`;
  if (form.querySelector('[data-option=dryRun]').checked) headers['x-dry-run'] = 'true';
  return fetch(`/v0/${form.dataset.operation}`, { method: 'POST', headers, body, signal });
}

/** The status, the credits, and a link to the documentation of an error. */
function describe({ status, headers }, text) {
  const parts = [`Status ${status}`];
  const [used, left] = [headers.get('x-credits-used'), headers.get('x-credits-remaining')];
  if (used !== null) parts.push(`credits used: ${used}`);
  if (left !== null) parts.push(`credits left: ${left}`);
  const nodes = [parts.join(' · ')];
  const [, code] = status < 400 ? [] : (/"code":\s?"([a-z_]+)"/.exec(text) ?? []);
  if (code !== undefined) {
    const link = document.createElement('a');
    link.href = `/docs/errors/${code}`;
    link.textContent = code;
    nodes.push(' · ', link);
  }
  return nodes;
}

function save(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Shows JSON with each member on a line; other text as it is. */
function showJson(pre, text) {
  try {
    const value = JSON.parse(text);
    if (text.length > coloredLengthMax) pre.textContent = shorten(JSON.stringify(value, null, 2));
    else pre.replaceChildren(...renderJson(value, ''));
  } catch {
    pre.textContent = shorten(text);
  }
}

function shorten(text) {
  return text.length > shownLengthMax
    ? `${text.slice(0, shownLengthMax)}…\n(save the response for the rest)`
    : text;
}

/** Returns the nodes of a value. A text of several lines is shown with its line breaks. */
function renderJson(value, indent) {
  if (isLines(value)) return [span('lines', value)];
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).flatMap(([name, member], index, all) => [
    // A text of several lines ends its line.
    index === 0 ? `\n${inner}` : isLines(all[index - 1][1]) ? inner : `,\n${inner}`,
    ...(isList ? [] : [span('name', JSON.stringify(name)), ': ']),
    ...renderJson(member, inner),
  ]);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return members.length === 0 ? [open + close] : [open, ...members, `\n${indent}${close}`];
}

function isLines(value) {
  return typeof value === 'string' && value.includes('\n');
}

function span(className, text) {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
