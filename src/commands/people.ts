import { findAccount } from '../base/accounts/accounts.ts'
import { createSetupLink } from '../base/accounts/people/links.ts'
import { createResetLink } from '../base/accounts/people/reset.ts'
import { takeTwoStepOff } from '../base/accounts/people/two-step.ts'
import { actor, type Command } from './command.ts'
import { UsageError } from './command-error.ts'

/** Ways into the dashboard for those who have none. */
export const peopleCommands: Record<string, Command> = {
  'setup-link': {
    usage: 'setup-link [--account …]',
    about:
      'Creates a link to become an owner in the dashboard, or to set an owner’s new password. It works once, for 30 minutes.',
    async run({ sql, config, flags }) {
      const { id: accountId } = await findAccount(sql, flags.account)
      const { publicUrl } = config
      const url = await createSetupLink(sql, { accountId, publicUrl, actor })
      return { text: url, json: { url } }
    },
  },
  'people reset-link': {
    usage: 'people reset-link <e-mail>',
    about: 'Creates a link to choose a new password. It works once, for 1 hour.',
    async run({ sql, config, args: [email] }) {
      if (!email) throw new UsageError('Say whose password: people reset-link <e-mail>.')
      const { publicUrl } = config
      const url = await createResetLink(sql, { email, publicUrl, actor })
      return { text: url, json: { url } }
    },
  },
  'people two-step-off': {
    usage: 'people two-step-off <e-mail>',
    about: 'Turns off two-step sign-in for a person who lost the app and the recovery codes.',
    async run({ sql, args: [typed] }) {
      if (!typed) throw new UsageError('Say for whom: people two-step-off <e-mail>.')
      const { email, wasOn } = await takeTwoStepOff(sql, { email: typed, actor })
      const text = wasOn
        ? `${email} signs in with the password alone now.`
        : `Two-step sign-in was off for ${email} already.`
      return { text, json: { email, wasOn } }
    },
  },
}
