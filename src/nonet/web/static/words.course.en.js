// The words of the course.

export const words = {
  course: {
    title: "Learn constraint programming",
    /** @param {number} all @param {number} done */
    about: (all, done) =>
      `${all} lessons of five to ten minutes, from the first variable to clause learning. Each has a question before the answer, something to run, and a small exercise. ${done ? `You have finished ${done}.` : "What you finish is kept in this browser."}`,
    /** @param {string} title */
    next: title => `Go on with: ${title}`,
    done: "finished",
    begun: "begun",
    back: "All lessons",
    /** @param {number} number @param {number} all @param {string} part */
    place: (number, all, part) => `Lesson ${number} of ${all} · ${part}`,
    predict: "What do you think?",
    right: "Right.",
    wrong: "Not so.",
    figure: "See it",
    choice: "Which",
    watch: "Show the run",
    run: "Run the experiment",
    exercise: "Do it",
    sources: "Read on",
    /** @param {string} title */
    before: title => `Before: ${title}`,
    /** @param {string} title */
    after: title => `Next: ${title}`,
  },
};
