/** The fonts of documents, as packages name them. */
export const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  // What Inter has not: Arabic, Hebrew, Armenian, Georgian, signs.
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
]
