import { InsertionMode, type Parser, Token, Tokenizer, type TreeAdapterTypeMap } from 'parse5'

/**
 * parse5 reads character by character, and makes a token of every word. This takes a run of text,
 * a value or a name at once. Which characters end one, and what happens then, is left to parse5.
 *
 * For whole documents without carriage returns, where nobody asks for places in the source.
 */
export class RunTokenizer<Types extends TreeAdapterTypeMap> extends Tokenizer {
  readonly #parser: Parser<Types>
  #newNames = 0

  constructor(parser: Parser<Types>) {
    super({}, parser)
    this.#parser = parser
    // What is read is not dropped while the rest is: the page is kept anyway.
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY
  }

  protected override _stateData(code: number): void {
    super._stateData(code)
    if (!isStop(code, inText)) this.#passText(inText)
  }

  protected override _stateRcdata(code: number): void {
    super._stateRcdata(code)
    if (!isStop(code, inText)) this.#passText(inText)
  }

  protected override _stateRawtext(code: number): void {
    super._stateRawtext(code)
    if (!isStop(code, inRawText)) this.#passText(inRawText)
  }

  protected override _stateScriptData(code: number): void {
    super._stateScriptData(code)
    if (!isStop(code, inRawText)) this.#passText(inRawText)
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code)
    if (!isStop(code, inDoubleQuotes)) this.#extendRun(inDoubleQuotes)
  }

  protected override _stateAttributeValueSingleQuoted(code: number): void {
    super._stateAttributeValueSingleQuoted(code)
    if (!isStop(code, inSingleQuotes)) this.#extendRun(inSingleQuotes)
  }

  protected override _stateComment(code: number): void {
    super._stateComment(code)
    if (!isStop(code, inComment)) this.#extendRun(inComment)
  }

  /** Nearly all attributes are `name="value"` behind one space, and are taken whole. */
  protected override _stateBeforeAttributeName(code: number): void {
    const isTaken = !isStop(code, inName) && this.#takeAttribute(this.preprocessor.pos)
    if (isTaken) {
      while (this.#takeNextAttribute());
      super._stateAttributeValueDoubleQuoted(doubleQuote)
    } else super._stateBeforeAttributeName(code)
  }

  protected override _stateAttributeName(code: number): void {
    if (isStop(code, inName)) super._stateAttributeName(code)
    else this.currentAttr.name += this.#takeName()
  }

  protected override _stateTagName(code: number): void {
    if (isStop(code, inName)) super._stateTagName(code)
    else (this.currentToken as Token.TagToken).tagName += this.#takeName()
  }

  /** Words and the spaces between them are one token where the tree takes both alike. */
  #passText(stops: Uint8Array) {
    if (this.currentCharacterToken?.type === Token.TokenType.WHITESPACE_CHARACTER)
      this.#extendRun(inSpace)
    else if (this.inForeignNode || takesSpaceAsText[this.#parser.insertionMode])
      this.#extendRun(stops)
  }

  /** parse5 has just taken the character before; it goes on with the one that stops this. */
  #extendRun(stops: Uint8Array) {
    const end = this.#endOf(stops, this.preprocessor.pos + 1)
    this.preprocessor.pos = end - 1
    this.runEnd = end
  }

  #takeNextAttribute(): boolean {
    const { html, pos } = this.preprocessor
    const isNext = html.charCodeAt(pos + 1) === space && !isStop(html.charCodeAt(pos + 2), inName)
    return isNext && this.#takeAttribute(pos + 2)
  }

  /** The attribute whose name begins there, up to its closing mark; else nothing. */
  #takeAttribute(start: number): boolean {
    const { preprocessor } = this
    const { html } = preprocessor
    const equals = this.#endOf(inName, start)
    if (html.charCodeAt(equals) !== equalsSign || html.charCodeAt(equals + 1) !== doubleQuote)
      return false
    const end = this.#endOf(inDoubleQuotes, equals + 2)
    if (html.charCodeAt(end) !== doubleQuote) return false
    preprocessor.pos = start
    this._createAttr(this.#takeName())
    this._leaveAttrName()
    preprocessor.pos = end
    this.runStart = equals + 2
    this.runEnd = end
    return true
  }

  /** The name that begins with the current character, or its next part. */
  #takeName(): string {
    const { html, pos: start } = this.preprocessor
    let hash = 0
    let end = start
    for (let code = html.charCodeAt(start); end < html.length && !isStop(code, inName); ) {
      hash = (hash * 31 + code) & (names.length - 1)
      code = html.charCodeAt(++end)
    }
    this.preprocessor.pos = end - 1
    const known = names[hash]
    if (known?.length === end - start && html.startsWith(known, start)) return known
    if (end - start > maxNameChars || ++this.#newNames > maxNewNames) return html.slice(start, end)
    const name = internalized(html.slice(start, end))
    names[hash] = name
    return name
  }

  #endOf(stops: Uint8Array, start: number): number {
    const { html } = this.preprocessor
    let at = start
    while (at < html.length && !isStop(html.charCodeAt(at), stops)) at++
    return at
  }
}

/**
 * Pages use few names, again and again: each is one string for all of them, and V8 compares such
 * strings by their places.
 */
const names = new Array<string>(4_096).fill('')
const maxNameChars = 32
/** A page with more has names that come once, and making one string of each takes microseconds. */
const maxNewNames = 10_000

const internalized = (name: string): string => Object.keys({ [name]: true })[0] ?? name

const [space, doubleQuote, equalsSign] = [32, 34, 61]

/** 1 for each character that is not taken over as it is; all beyond ASCII are like its last one. */
const stopsAt = (isTakenOver: (character: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (isTakenOver(String.fromCharCode(code)) ? 0 : 1))

const inText = stopsAt(character => !'\0<&'.includes(character))
const inRawText = stopsAt(character => !'\0<'.includes(character))
const inDoubleQuotes = stopsAt(character => !'\0"&'.includes(character))
const inSingleQuotes = stopsAt(character => !"\0'&".includes(character))
const inComment = stopsAt(character => !'\0-<'.includes(character))
const inSpace = stopsAt(character => ' \t\n\f'.includes(character))
const inName = stopsAt(character => /[a-z\d:_-]/.test(character))

/** The end of the input is -1. */
const isStop = (code: number, stops: Uint8Array): boolean =>
  code < 0 || stops[code < 128 ? code : 127] === 1

const takesSpaceAsText: boolean[] = []
for (const mode of [
  ...[InsertionMode.IN_BODY, InsertionMode.IN_CAPTION, InsertionMode.IN_CELL],
  ...[InsertionMode.IN_TEMPLATE, InsertionMode.TEXT],
])
  takesSpaceAsText[mode] = true
