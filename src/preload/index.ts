import { contextBridge } from 'electron'
import type { DesktopApi } from './api.ts'

// The screens reach the service through /api/ like any browser: only what a browser cannot know passes here.
contextBridge.exposeInMainWorld('comptoirDesktop', { platform: process.platform } satisfies DesktopApi)
