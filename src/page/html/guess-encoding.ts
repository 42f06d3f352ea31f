/**
 * The encoding of a page that names none and is not UTF-8. In most languages written with the
 * Latin alphabet the few letters beyond ASCII stand alone between others; where most letters are
 * beyond it the page is in another script, and the encoding that makes the most common letters
 * of a language out of it is the right one. Browsers guess in the same way.
 */
export const guessEncoding = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, sampleBytes)
  const text = Buffer.from(sample)
    .toString('latin1')
    .replace(/<[^<>]*>/g, ' ')
  const foreign = text.match(/[\u0080-\u00ff]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const inWords = text.match(/[\u0080-\u00ff]{3,}/g)?.join('').length ?? 0
  const isScript = foreign >= latin * minShare || inWords >= foreign * minInWords
  if (foreign < minForeign || !isScript) return fallback
  const letters = Buffer.from(text, 'latin1')
  let best = { encoding: fallback, score: 0 }
  for (const { encoding, common, least, never } of scripts) {
    const score = scoreOf(new TextDecoder(encoding).decode(letters), common, never)
    if (score > least && score > best.score) best = { encoding, score }
  }
  return best.encoding
}

const fallback = 'windows-1252'
const sampleBytes = 50_000
const minForeign = 12
const minShare = 0.4
/** Code and tables are mostly ASCII, but the words of another script hold together. */
const minInWords = 0.7
/** Of an alphabet the common letters are most of any text, of signs for words a third. */
const ofAlphabet = 0.5
const ofSigns = 0.15
/** A wrong encoding leaves bytes that it has no letter for, and lines of tables among words. */
const maxUnknown = 0.02
/** It also mixes alphabets within words. */
const maxMixed = 0.3

/** The share of a language's most common letters among all beyond ASCII. */
const scoreOf = (text: string, common: RegExp, never?: RegExp): number => {
  const foreign = text.match(/[^\0-\u007f]/gu) ?? []
  const wrong = (never && text.match(never)?.length) ?? 0
  const unknown = wrong + foreign.filter(letter => /[\ufffd\u2500-\u25a0]/.test(letter)).length
  if (foreign.length === 0 || unknown > foreign.length * maxUnknown) return 0
  const mixed = text.match(/(?<=[a-z])[^\0-\u007f]|[^\0-\u007f](?=[a-z])/giu) ?? []
  if (mixed.length > foreign.length * maxMixed) return 0
  return foreign.filter(letter => common.test(letter)).length / foreign.length
}

/** Kana, and the signs of names, addresses and tables, which have hardly any. */
const japanese =
  /[\u3042-\u3093\u30a2-\u30f3ー、。東京都道府県市区町村郡名前住所山田川本中大小上下北南西東木村林藤子郎年月日金額番号人口数円合計電話]/u
const cyrillic = /[оеаинтсрвлкмдпуяыьгзбчйхжшю]/u

/** For Chinese and Korean the signs that make up a third of any text. */
const scripts: { encoding: string; common: RegExp; least: number; never?: RegExp }[] = [
  { encoding: 'windows-1251', common: cyrillic, least: ofAlphabet },
  { encoding: 'koi8-r', common: cyrillic, least: ofAlphabet },
  { encoding: 'shift_jis', common: japanese, least: ofSigns },
  { encoding: 'euc-jp', common: japanese, least: ofSigns },
  {
    encoding: 'gb18030',
    common:
      /[的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长,。、姓名地址市区县省路号京海电话额数]/u,
    least: ofSigns,
  },
  {
    encoding: 'big5',
    common:
      /[的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長,。、姓名地址市區縣省路號京海電話額數]/u,
    least: ofSigns,
  },
  {
    encoding: 'euc-kr',
    common:
      /[이다는을에의가한고하지은로를기사도서인리그어나자해아시대정있으니수일게전보부장주상들라여안과만제]/u,
    least: ofSigns,
  },
  { encoding: 'windows-1253', common: /[αεηιοςτνρσκπυλμάέήίόύ]/u, least: ofAlphabet },
  // Its letters have the places of most small Cyrillic ones; five of them only end words.
  {
    encoding: 'windows-1255',
    common: /[א-ת]/u,
    least: ofAlphabet,
    never: /[ךםןףץ](?=[א-ת])/gu,
  },
  { encoding: 'windows-1256', common: /[ابتدرسعفكلمنهوي]/u, least: ofAlphabet },
  { encoding: 'windows-874', common: /[กขคงจดตทนบปพมยรลวสหอะาิีเแไ่้]/u, least: ofAlphabet },
]
