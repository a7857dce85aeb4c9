const patterns = [
  /[{};]$/,
  /^\s*(?:def|class|return|import|from|function|const|let|var|public|private|if|for|while|else|try|except|SELECT|INSERT|#include)\b.*[:;(){}=]/,
  /^[\w.]+\s*[-+*/]?=\s*\S/,
  /^-?\s*[a-z][\w-]*:(?:\s+\S{1,40})?(?:\s+#.*)?$/,
  /^(?:#|\/\/)\s/,
  /^[$>]\s\w/,
  /^[\w.]+\([^)]*\)\s*$/,
  /^<\/?\w[^>]*>/,
  /^return\b/,
];

/** Whether a recognized line looks like code, whose font is unknown. */
export function isCodeLine(text: string): boolean {
  return text.length < 100 && patterns.some((pattern) => pattern.test(text));
}
