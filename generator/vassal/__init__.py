"""The VASSAL formats: archives, obfuscation, sequences, commands, traits, components, saves."""
