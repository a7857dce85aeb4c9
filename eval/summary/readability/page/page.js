const select = (id) => document.getElementById(id);

/** Shows the texts and summaries that the filters select. */
function update() {
  const [genre, defect, length] = ['genre', 'defect', 'length'].map((id) => select(id).value);
  document.body.dataset.length = length;
  let count = 0;
  for (const article of document.querySelectorAll('article')) {
    let isShown = genre === '' || article.dataset.genre === genre;
    for (const section of article.querySelectorAll('section')) {
      section.hidden = section.dataset.length !== length;
      if (section.hidden || defect === '') continue;
      const found = section.dataset.defects.split(' ').filter((name) => name !== '');
      isShown &&= defect === '*' ? found.length > 0 : found.includes(defect);
    }
    article.hidden = !isShown;
    if (isShown) count++;
  }
  select('count').textContent = `${count} shown`;
}

for (const id of ['genre', 'defect', 'length']) select(id).addEventListener('change', update);
update();
