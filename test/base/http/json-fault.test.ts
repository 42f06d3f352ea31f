import assert from 'node:assert/strict'
import { it } from 'node:test'
import { jsonFault } from '../../../src/base/http/json-fault.ts'

it('names the place that the engine names, wherever it names one', () => {
  const whole = '{"a": [1, -2.5e3, true, null, {"b\\"": "c\\\\", "d": {}}, []], "e": "f"}'
  let compared = 0
  for (let at = 0; at < whole.length; at++)
    for (const slip of ["'", ',', '}', ']', 'x', ':']) {
      const text = whole.slice(0, at) + slip + whole.slice(at + 1)
      const place = placeIn(text)
      if (place === undefined) continue
      const column = Number(/column (\d+)/.exec(jsonFault(text))?.[1] ?? text.length + 1)
      // A string without an end, or a number that goes on, is named by its beginning.
      if (/^["\d.eE-]/.test(text.slice(column - 1)) && column <= place + 1) continue
      assert.equal(column, place + 1, text)
      compared++
    }
  assert.ok(compared > 50, `${compared}`)
})

it('reads a deep or a long body without running out of stack or time', () => {
  assert.match(jsonFault('['.repeat(1_000_000)), /ends before its JSON/)
  assert.match(jsonFault(`{"a": "${'x'.repeat(5_000_000)}", }`), /line 1, column 5000011: \}/)
})

/** As V8 says it, which it does not for every fault. */
const placeIn = (text: string): number | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const [, place] = /at position (\d+)/.exec((error as Error).message) ?? []
    return place === undefined ? undefined : Number(place)
  }
}
