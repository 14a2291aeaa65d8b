import { createServer, type InlineConfig } from 'vite'
import config from '../electron.vite.config.ts'

/** The renderer's own part of the build configuration, served with hot reload and without Electron. */
const { renderer } = config as unknown as { renderer: InlineConfig }
const server = await createServer({
  ...renderer,
  configFile: false,
  server: { ...renderer.server, host: '127.0.0.1', port: 5173 },
})
await server.listen()
