/** Script of the reference page: sends a form to its operation and shows the response. Uses no library. */
export const formScript = `
const key = document.getElementById('key');

/**
 * The filled inputs of a form as [name, value, isFile]. A checkbox always has a value. A selected file replaces the
 * primary input.
 */
function readInputs(form) {
  const inputs = [];
  const hasFile = [...form.querySelectorAll('[data-type=file]')].some((input) => input.files.length > 0);
  for (const input of form.querySelectorAll('[data-type]')) {
    const type = input.dataset.type;
    if (hasFile && input.hasAttribute('data-primary')) continue;
    if (type === 'boolean') inputs.push([input.name, input.checked, false]);
    else if (type === 'file') for (const file of input.files) inputs.push([input.name, file, true]);
    else if (input.value !== '') {
      const value = type === 'number' ? Number(input.value) : type === 'json' ? JSON.parse(input.value) : input.value;
      inputs.push([input.name, value, false]);
    }
  }
  return inputs;
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

async function send(form) {
  const { body, headers } = createBody(form);
  headers.authorization = 'Bearer ' + key.value;
  if (form.querySelector('[data-option=dryRun]').checked) headers['x-dry-run'] = 'true';
  const response = await fetch('/v0/' + form.dataset.operation, { method: 'POST', headers, body });
  let text = await response.text();
  try { text = JSON.stringify(JSON.parse(text), null, 2); } catch {}
  const credits = response.headers.get('x-credits-remaining');
  return response.status + (credits === null ? '' : ' · ' + credits + ' credits left') + '\\n' + text;
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    const button = form.querySelector('button');
    button.disabled = true;
    output.textContent = 'sending …';
    output.textContent = await send(form).catch(String);
    button.disabled = false;
  });
}
`;
