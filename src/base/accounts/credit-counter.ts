/**
 * Credits that work in this process came to, for `/metrics`. Counted here and read there: they end
 * deep within transactions, where no registry is at hand.
 */
export const creditCounter = { settled: 0, released: 0 }
