import { contextBridge, ipcRenderer } from 'electron'
import { CHANNELS, type DesktopApi, type DesktopCommand } from './api.ts'

// The screens reach the service through /api/ like any browser: only what a browser cannot know passes here.
contextBridge.exposeInMainWorld('comptoirDesktop', {
  platform: process.platform,
  onCommand: (listener) => {
    ipcRenderer.on(CHANNELS.command, (_event, command: DesktopCommand) => listener(command))
    ipcRenderer.send(CHANNELS.ready)
  },
  setLanguage: (locale) => ipcRenderer.send(CHANNELS.language, locale),
} satisfies DesktopApi)
