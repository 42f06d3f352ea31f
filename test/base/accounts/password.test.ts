import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkNewPassword,
  maxPasswordLength,
  minPasswordLength,
} from '../../../src/base/accounts/people/password.ts'

test('a new password has as many characters as it may, no fewer and no more', () => {
  for (const length of [minPasswordLength, maxPasswordLength]) checkNewPassword('x'.repeat(length))
  for (const length of [0, minPasswordLength - 1, maxPasswordLength + 1])
    assert.throws(() => checkNewPassword('x'.repeat(length)), { code: 'invalid_request' })
})
