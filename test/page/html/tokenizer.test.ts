import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'parse5'
import { parseHtml } from '../../../src/page/html/html.ts'
import { createRandom } from '../../support/random.ts'
import { flat, plain } from './trees.ts'

/** What changes the state of a tokenizer or the way a tree is built, and what may stand between. */
const pieces = [
  ...[
    'a',
    'word',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '\f',
    '\r',
    '\r\n',
    '\0',
    'é',
    '😀',
    '\ud83d',
    '\u00a0',
  ],
  ...[
    '&amp;',
    '&amp',
    '&notit;',
    '&not',
    '&#65;',
    '&#13;',
    '&#0;',
    '&',
    '& ',
    '&x;',
    '&lt',
    '&acE;',
  ],
  ...['<', '>', '</', '"', "'", '=', '/', '-', '--', '!', '`', ']]>', '<![CDATA[', '<!', '<?x?>'],
  ...['<!doctype html>', '<!--', '-->', '--!>', '<!-->', '<!-- a - b -- < c -->', '<!--<!--'],
  ...[
    '<p>',
    '</p>',
    '<P Class=X>',
    '<b>',
    '</b>',
    '<i id=x>',
    '</i>',
    '<a href="?a&amp;b&c">',
    '</a>',
  ],
  ...[
    '<div class="a b" CLASS=c>',
    "<div title='x \n y'>",
    '<p a="1" b="" data-c="2 \n 3" a="4">',
    '<p a="1"b="2"  c="é😀"/ d="5" e=6 f>',
    '<p a="&amp;" b="\0" c="x&y" d="',
    '</p a="1" b="2">',
    ' a="',
    '="b"',
    '</div>',
    '<br/>',
    '<img src=a.png alt>',
  ],
  ...['<x-y data-Ä="1" a\0b=2>', "<a\"b=c d='e>f'>", '<p a="x\0y&quot;z" b=é>', '<div\n/id=1/>'],
  ...['<table>', '<tr>', '<td>', '<caption>', '<col>', '</td>', '</tr>', '</table>', '<tbody>'],
  ...['<select>', '<option>', '</select>', '<form>', '</form>', '<input type=hidden>', '<button>'],
  ...[
    '<script>',
    '</script>',
    '</script ',
    '<!--<script>',
    '<style>',
    '</style>',
    '<title>',
    '</title>',
  ],
  ...[
    '<textarea>',
    '</textarea>',
    '<pre>\n',
    '<pre>',
    '</pre>',
    '<noscript>',
    '</noscript>',
    '<xmp>',
  ],
  ...[
    '<template>',
    '</template>',
    '<svg>',
    '</svg>',
    '<math>',
    '<mi>',
    '<foreignObject>',
    '<desc>',
  ],
  ...['<html lang=x>', '<head>', '</head>', '<body class=b>', '</body>', '</html>', '<frameset>'],
  ...[
    '<plaintext>',
    '<iframe>',
    '</iframe>',
    '<h1>',
    '</h2>',
    '<li>',
    '<dl><dt>',
    '<dd>',
    '<nobr>',
  ],
]

test('takes runs of text, values and names at once, and builds the tree that parse5 builds', () => {
  const random = createRandom(37)
  for (let n = 0; n < 6_000; n++) {
    const html = Array.from({ length: 1 + random.int(24) }, () => random.pick(pieces)).join('')
    const expected = plain(parse(html, { scriptingEnabled: false }))
    assert.deepEqual(flat(parseHtml(html).root), expected, JSON.stringify(html))
  }
})
