import ar from './languages/ar.data.json' with { type: 'json' };
import cs from './languages/cs.data.json' with { type: 'json' };
import da from './languages/da.data.json' with { type: 'json' };
import de from './languages/de.data.json' with { type: 'json' };
import el from './languages/el.data.json' with { type: 'json' };
import en from './languages/en.data.json' with { type: 'json' };
import es from './languages/es.data.json' with { type: 'json' };
import fi from './languages/fi.data.json' with { type: 'json' };
import fr from './languages/fr.data.json' with { type: 'json' };
import he from './languages/he.data.json' with { type: 'json' };
import hi from './languages/hi.data.json' with { type: 'json' };
import hu from './languages/hu.data.json' with { type: 'json' };
import id from './languages/id.data.json' with { type: 'json' };
import it from './languages/it.data.json' with { type: 'json' };
import ja from './languages/ja.data.json' with { type: 'json' };
import ko from './languages/ko.data.json' with { type: 'json' };
import nl from './languages/nl.data.json' with { type: 'json' };
import no from './languages/no.data.json' with { type: 'json' };
import pl from './languages/pl.data.json' with { type: 'json' };
import pt from './languages/pt.data.json' with { type: 'json' };
import ro from './languages/ro.data.json' with { type: 'json' };
import ru from './languages/ru.data.json' with { type: 'json' };
import sv from './languages/sv.data.json' with { type: 'json' };
import tr from './languages/tr.data.json' with { type: 'json' };
import uk from './languages/uk.data.json' with { type: 'json' };
import vi from './languages/vi.data.json' with { type: 'json' };
import zh from './languages/zh.data.json' with { type: 'json' };

/** The lexicon files by language code. */
export const lexiconFiles: ReadonlyMap<string, object> = new Map(
  Object.entries({
    ar,
    cs,
    da,
    de,
    el,
    en,
    es,
    fi,
    fr,
    he,
    hi,
    hu,
    id,
    it,
    ja,
    ko,
    nl,
    no,
    pl,
    pt,
    ro,
    ru,
    sv,
    tr,
    uk,
    vi,
    zh,
  }),
);
