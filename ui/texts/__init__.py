"""Words of the app in Russian, Kazakh and English.

How to use::

    t = texts("ru")
    t("decision.never_pays_back", years=t.years(36))
    t.plural("count.nodes", 2)            # «2 узла»; {n} in the text is the count
    t.word(Method.QLORA)                  # any code or choice of calc
    t.message(footprint.reasons[0])       # a code with its parameters as one sentence
    t.error(error)                        # an EsepError as one paragraph
    t.label("rent.hourly_rate", currency) # field name with its unit; t.name() without; t.help()
    t.line("energy"), t.part("weights"), t.quantity("tariff"), t.unit("kW")

In markdown pass what a user typed (whose quote, a refused value) through ``as_typed`` before it is put in.

How to add words: put an entry into a file of ``data/translations/{ru,kk,en}/LC_MESSAGES`` (all three),
``msgid`` a stable key ``page.block.thing`` of small letters, points and underscores, ``msgstr`` the
words. The rules:

- a whole sentence is one entry; never join sentences' parts in code;
- inserted values are named ``{saving}``; the same names in every language;
- pass a figure already written by ``t.formats`` (or a plain number, which is then written by it); a
  counted thing is one value: ``years=t.years(36)`` gives «3 года», so the sentence says «за {years}»;
- in Kazakh no suffix may follow an inserted value: not «{amount}-ден арзан» but «{amount} шегінен арзан»,
  not «{years}да» but «{years} ішінде»;
- a plural entry repeats the key as ``msgid_plural`` and has one form in English and Kazakh each for
  one and other, and three in Russian (1 узел, 2 узла, 5 узлов);
- keys appear in code as literals, ``t("...")``, so that the tests can see which are used.

No Streamlit here: the command line and the documents speak with the same words.
"""

from data.translations import LANGUAGES
from ui.texts.markdown import as_typed
from ui.texts.texts import Texts, texts

__all__ = ["LANGUAGES", "Texts", "as_typed", "texts"]
