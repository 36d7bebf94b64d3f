#!/usr/bin/env node
/** Reads requests line by line and answers each in order (conformance/PROTOCOL.md). */
import { createInterface } from 'node:readline';
import { answerLine } from './wire.mjs';

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
process.stdout.on('error', () => process.exit(0));

lines.on('line', (line) => {
  if (line.trim() === '') return;
  const answer = answerLine(line);
  process.stdout.write(`${answer.line}\n`, () => {
    if (answer.ends) process.exit(0);
  });
  if (answer.ends) lines.close();
});
