const words: Record<string, string> = {
  'account.create': 'Account created',
  'account.member-keys': 'Members’ key permissions changed',
  'account.plan': 'Plan changed',
  'image.pin': 'Image, color or name pinned',
  'image.unpin': 'Pin undone',
  'key.create': 'Key created',
  'key.delete': 'Key deleted',
  'key.origins': 'Key’s origins changed',
  'key.rename': 'Key renamed',
  'key.roll': 'Key rolled',
  'member.invite': 'Invitation created',
  'member.join': 'Member joined',
  'member.remove': 'Member removed',
  'member.sign-out': 'Removed member signed out',
  'member.withdraw': 'Invitation withdrawn',
  'person.password': 'Password changed',
  'person.password-reset': 'Password set by a link',
  'person.recovery-code': 'Recovery code used',
  'person.recovery-codes': 'Recovery codes renewed',
  'person.reset-link': 'Password reset link created',
  'person.two-step-off': 'Two-step sign-in turned off',
  'person.two-step-on': 'Two-step sign-in turned on',
  'way.remove': 'Way out removed',
  'way.save': 'Way out saved',
}

/** An action in words; one that is newer than this page as the log has it. */
export const sayAction = (action: string): string => words[action] ?? action

/** Nobody in person: the server itself, or whoever may run its commands. */
const actors: Record<string, string> = {
  dashboard: 'Dashboard itself',
  mail: 'Reset by mail',
  operator: 'Command line',
  start: 'First start',
}

export const sayActor = (who: string): string => actors[who] ?? who
