/** The app's own description as it stands in docs/openapi.json: without where it happens to run. */
export const describeFile = async (apiUrl: string): Promise<string> => {
  const answer = await fetch(`${apiUrl}/openapi.json`)
  const { servers: _, ...description } = (await answer.json()) as Record<string, unknown>
  return `${JSON.stringify(description, undefined, 2)}\n`
}
