/** The app's own descriptions as they stand in docs/: without where it happens to run. */
export const describeFile = async (
  apiUrl: string,
  name: 'openapi.json' | 'openapi-images.json' = 'openapi.json',
): Promise<string> => {
  const answer = await fetch(`${apiUrl}/${name}`)
  const { servers: _, ...description } = (await answer.json()) as Record<string, unknown>
  return `${JSON.stringify(description, undefined, 2)}\n`
}
