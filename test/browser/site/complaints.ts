/** What the page complained about since it was loaded: not every browser tells its driver. */
export const complaints: string[] = [];

for (const level of ['warn', 'error'] as const) {
  const say = console[level];
  console[level] = (...words: unknown[]) => {
    complaints.push(words.join(' '));
    say(...words);
  };
}
addEventListener('error', ({ message }) => complaints.push(message));
addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
