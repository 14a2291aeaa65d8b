/** People who have signed in, for tests of what they may. */
import { caller, type Caller, type World } from './app.ts'
import { PASSWORD } from './people.ts'

/** Signs in, and calls as the browser then does. */
export async function signedIn(
  { anyone, app }: Pick<World, 'anyone' | 'app'>,
  name: string,
  password = PASSWORD,
): Promise<Caller> {
  const response = await anyone.post('/api/session', { name, password })
  if (response.statusCode !== 200) throw new Error(`${name}: ${response.body}`)
  return caller(app, { cookie: String(response.headers['set-cookie']).split(';')[0]! })
}
