const words: Record<string, string> = {
  'account.create': 'Account made',
  'account.member-keys': 'Members’ rights over keys changed',
  'account.plan': 'Plan changed',
  'image.pin': 'Image, color or name pinned',
  'image.unpin': 'Pin undone',
  'key.create': 'Key made',
  'key.delete': 'Key deleted',
  'key.origins': 'Key’s origins changed',
  'key.rename': 'Key renamed',
  'key.roll': 'Key rolled',
  'member.invite': 'Invitation made',
  'member.join': 'Member joined',
  'member.remove': 'Member removed',
  'member.withdraw': 'Invitation withdrawn',
  'person.password': 'Password changed',
  'person.password-reset': 'Password set by a link',
  'person.recovery-code': 'Recovery code used',
  'person.recovery-codes': 'Recovery codes made anew',
  'person.reset-link': 'Link to a new password made',
  'person.two-step-off': 'Two-step sign-in turned off',
  'person.two-step-on': 'Two-step sign-in turned on',
}

/** An action in words; one that is newer than this page as the log has it. */
export const sayAction = (action: string): string => words[action] ?? action
