/**
 * What makes two spellings of a company's name one name. Case, accents, punctuation, `&` and `and`,
 * and spaces do not count, and neither does the legal form: `The Coca-Cola Co.`, `coca cola` and
 * `CocaCola Company` are the same. Cyrillic and Greek are read as people transcribe them.
 */
export type NameKeys = {
  /** With the legal form, spelled one way: Delta Corp and Delta PLC differ. */
  full: string
  /** Without it; the one that people type. */
  short: string
}

const maxWords = 30

export const nameKeys = (name: string): NameKeys => {
  const words = wordsOf(name)
  const core = withoutForms(words)
  return { full: words.map(word => forms.get(word) ?? word).join(''), short: core.join('') }
}

/** Words that people leave out of a name, or add to it. */
const vague = new Set(
  'group holding holdings international grupo groupe gruppe gruppen konzern global worldwide'.split(
    ' ',
  ),
)

/** Without the words at its end that say only that it is large; undefined where there are none. */
export const bareKey = (words: readonly string[]): string | undefined => {
  let end = words.length
  while (end > 1 && (vague.has(words[end - 1] ?? '') || isForm(words[end - 1]))) end--
  return end < words.length ? words.slice(0, end).join('') : undefined
}

/**
 * Forms that hardly any listed company has, and its subsidiaries and private companies do. The table
 * knows no such names: they are left out only after a name as it stands was not found.
 */
const privateForms = `
pty|pte|pvt|private|proprietary|pbc|pllc|na|national association|ulc|dac|clg
sas|sasu|eurl|snc|sprl|bvba|cvba|vof|ug|ohg|gbr|ek|sagl|sarlu
sl|slu|sll|lda|unipessoal|eirl|eireli|sro|spol|sp z oo|sp zoo|kft|eood|ood|sia|uab|ou|tov
`
  .trim()
  .split(/[|\n]/)
  .map(form => form.split(' '))
  .sort((a, b) => b.length - a.length)

/** Without such forms at its end, and in front of a name from the Baltics; undefined where it has none. */
export const withoutPrivateForms = (words: readonly string[]): string[] | undefined => {
  let core = words
  for (;;) {
    const form = privateForms.find(
      each =>
        each.length < core.length && each.every((word, at) => core.at(at - each.length) === word),
    )
    if (!form) break
    core = withoutForms(core.slice(0, -form.length))
  }
  if (core.length > 1 && inFront.has(core[0] ?? '')) core = core.slice(1)
  return core.length < words.length ? [...core] : undefined
}

const inFront = new Set(['uab', 'sia', 'tov'])

/** The words that tell a company from others, in order; the whole name where nothing else is left. */
export const coreWords = (name: string): string[] => withoutForms(wordsOf(name))

const wordsOf = (name: string): string[] => {
  const text = transcribed(folded(name.slice(0, 300)))
    .replace(asides, ' ')
    .replace(/\bkommanditgesellschaft auf aktien\b/gu, 'kgaa')
    .replace(eastAsianForms, ' ')
    // `L'Oréal`, `Macy's`, `S.A.`, `U.S.`: one word each.
    .replace(/(?<=[\p{L}\p{N}])['’`´](?=[\p{L}\p{N}])/gu, '')
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}[./]){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu, letters =>
      letters.replace(/[./]/g, ''),
    )
    .replace(/(?<![\p{L}\p{N}])(\p{L})\/(\p{L})(?![\p{L}\p{N}])/gu, '$1$2')
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const told = words.slice(0, maxWords).filter(word => !joining.has(word))
  const rest = told[0] === 'the' && told.length > 1 ? told.slice(1) : told
  // `S A`, `S A B de C V`: letters on their own at the end are one word.
  const end = rest.findLastIndex(word => word.length > 1) + 1
  return end > 0 && rest.length - end > 1 ? [...rest.slice(0, end), rest.slice(end).join('')] : rest
}

/** `(publ)`, `(The)`, and what the SEC adds of a state: `/DE/`, `/ADR`. */
const asides =
  /\([^)]{0,20}\)|\/(?:[a-z]{2,3}|new|adr)\/?$|\b(?:public |open )?joint[ -]stock company\b/gu
const eastAsianForms = /株式会社|股份有限公司|有限责任公司|有限公司|주식회사|㈜|（株）/gu

const folded = (text: string): string =>
  text
    // Compatibility makes the letters TM of ™.
    .replace(/[™℠®©]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıŀ]/g, letter => foldedLetters[letter] ?? letter)
    // Korean syllables again as people write them.
    .normalize('NFC')

const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ŀ: 'l' },
}

const joining = new Set(['and', 'und', 'et', 'og', 'och'])

/** Another spelling of a legal form, and its own. */
const forms = new Map<string, string>()
for (const line of [
  'inc incorporated',
  'corp corporation corporacion corporacao',
  'co company cie compagnie',
  'ltd limited ltda limitada',
  'plc publiclimitedcompany',
  'llc lc',
  'lp llp lllp',
  'ag aktiengesellschaft',
  'se societaseuropaea',
  'sa societeanonyme sau saa saic saci saicf',
  'sab sabdecv sadecv sapi sapidecv cv rl sarl',
  'spa srl sapa',
  'nv bv cva',
  'ab aktiebolag publ',
  'as asa aps anonimsirketi sirketi tas',
  'oyj oy abp',
  'kk kabushikikaisha',
  'gmbh kgaa kg ev mbh',
  'bhd berhad sdn sdnbhd',
  'tbk pt perseroterbatas',
  'pcl publiccompanylimited',
  'pjsc oao ojsc jsc pao ao ooo saog saoc ksc kscp kpsc qpsc qsc bsc psc',
  'nyrt rt zrt',
  'ad dd doo',
  'adr ads gdr',
  'reit',
]) {
  const [spelled = '', ...others] = line.split(' ')
  for (const form of [spelled, ...others]) forms.set(form, spelled)
}

/** In front of Indonesian, Russian and Thai names. */
const leading = new Set(['pt', 'pjsc', 'oao', 'ojsc', 'jsc', 'pao', 'ooo', 'ao'])

const withoutForms = (words: readonly string[]): string[] => {
  let end = words.length
  while (end > 1 && (isForm(words[end - 1]) || (end < words.length && words[end - 1] === 'de')))
    end--
  // `Amazon.com, Inc.` is what everybody calls Amazon.
  if (end > 1 && words[end - 1] === 'com') end--
  let start = 0
  while (end - start > 1 && leading.has(words[start] ?? '')) start++
  return words.slice(start, end)
}

const isForm = (word: string | undefined) =>
  word !== undefined && (forms.has(word) || word === 'anonim' || word === 'public')

/** Letter by letter, as newspapers do; no attempt at scripts that need a dictionary. */
const transcribed = (text: string): string =>
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
    ? text.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, letter => latin[letter] ?? letter)
    : text

const latin: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh' },
  ...{ ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
  ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l' },
  ...{ μ: 'm', ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f' },
  ...{ χ: 'ch', ψ: 'ps', ω: 'o' },
}
