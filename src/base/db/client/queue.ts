/** First in, first out; whoever waits may also leave from the middle. */
export class Queue<T> {
  private items: (T | undefined)[] = []
  private first = 0

  get length(): number {
    return this.items.length - this.first
  }

  push(item: T): void {
    this.items.push(item)
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined
    const item = this.items[this.first]
    this.items[this.first++] = undefined
    if (this.length === 0) {
      this.items = []
      this.first = 0
    }
    return item
  }

  remove(item: T): void {
    const at = this.items.indexOf(item, this.first)
    if (at >= 0) this.items.splice(at, 1)
  }
}
