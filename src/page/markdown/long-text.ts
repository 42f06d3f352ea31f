/** A text of any number of parts, joined before they are old to the garbage collector. */
export class LongText {
  #text = ''
  #parts: string[] = []

  add(part: string): void {
    if (this.#parts.push(part) < manyParts) return
    this.#text += this.#parts.join('')
    this.#parts = []
  }

  toString(): string {
    return this.#text + this.#parts.join('')
  }
}

const manyParts = 1_000
