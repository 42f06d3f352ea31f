/** Many ask one by one at about the same time; they are answered by one question for all of them. */
export const coalesced = <Asked, Answer>(
  ask: (group: readonly Asked[]) => Promise<readonly Answer[]>,
): ((asked: Asked) => Promise<Answer>) => {
  type Waiting = {
    asked: Asked
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  const flush = async () => {
    const group = waiting
    waiting = []
    try {
      const answers = await ask(group.map(({ asked }) => asked))
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return asked =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ asked, resolve, reject })
    })
}
