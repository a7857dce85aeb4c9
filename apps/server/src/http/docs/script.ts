/** What runs in the reference page: sends a form to its operation and shows the answer. No library. */
export const tryItScript = `
const key = document.getElementById('key');
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    const button = form.querySelector('button');
    const headers = { authorization: 'Bearer ' + key.value };
    let body;
    if (form.dataset.multipart === 'true') {
      body = new FormData();
      for (const [name, value] of new FormData(form)) {
        const empty = typeof value === 'string' ? value === '' : value.size === 0;
        if (name !== 'dryRun' && !empty) body.append(name, value);
      }
    } else {
      headers['content-type'] = 'application/json';
      body = form.elements.json.value;
    }
    if (form.elements.dryRun.checked) headers['x-dry-run'] = 'true';
    button.disabled = true;
    output.textContent = 'sending …';
    try {
      const response = await fetch('/v0/' + form.dataset.operation, { method: 'POST', headers, body });
      const text = await response.text();
      let shown = text;
      try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
      const credits = response.headers.get('x-credits-remaining');
      output.textContent = response.status + (credits === null ? '' : ' · ' + credits + ' credits left') + '\\n' + shown;
    } catch (error) {
      output.textContent = String(error);
    }
    button.disabled = false;
  });
}
`;
